import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const LinkArt = spotArt(
  <>
    <circle cx="100" cy="82" r="68" fill="var(--art-bg)" />
    <circle cx="142" cy="48" r="17" fill="var(--art-gold-2)" />
    <circle cx="96" cy="88" r="42" fill="var(--art-paper)" />
    <circle cx="96" cy="88" r="42" fill="none" stroke="var(--art-leaf)" strokeWidth="7" />
    <path
      d="M96 62v26l16 12"
      stroke="var(--art-ink)"
      strokeWidth="6"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="96" cy="88" r="4.5" fill="var(--art-pink)" />
    <path d="M96 58L96 55" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M111 62L112.5 59.4" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M122 73L124.6 71.5" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M126 88L129 88" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M122 103L124.6 104.5" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M111 114L112.5 116.6" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M96 118L96 121" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M81 114L79.5 116.6" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M70 103L67.4 104.5" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M66 88L63 88" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M70 73L67.4 71.5" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M81 62L79.5 59.4" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round" />
    <path d="M130 118l22 22" stroke="var(--art-leaf)" strokeWidth="0" />
    <circle cx="140" cy="122" r="17" fill="var(--art-pink)" />
    <path d="M140 114v9" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
    <circle cx="140" cy="129.5" r="2.3" fill="#fff" />
    <Twig transform="translate(42 144) rotate(-10) scale(0.66)" />
  </>,
)
