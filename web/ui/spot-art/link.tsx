import { Rays, spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const LinkArt = spotArt(
  <circle cx="142" cy="48" r="17" fill="var(--art-gold-2)" />,
  <circle cx="96" cy="88" r="42" fill="var(--art-paper)" />,
  <circle cx="96" cy="88" r="42" fill="none" stroke="var(--art-leaf)" strokeWidth="7" />,
  <path
    d="M96 62v26l16 12"
    stroke="var(--art-ink)"
    strokeWidth="6"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
  />,
  <circle cx="96" cy="88" r="4.5" fill="var(--art-pink)" />,
  <Rays count={12} around="96 88" d="M96 58V55" stroke="var(--art-line)" strokeWidth="3" />,
  <circle cx="140" cy="122" r="17" fill="var(--art-pink)" />,
  <path d="M140 114v9" stroke="#fff" strokeWidth="4" strokeLinecap="round" />,
  <circle cx="140" cy="129.5" r="2.3" fill="#fff" />,
  <Twig transform="translate(42 144) rotate(-10) scale(0.66)" />,
)
