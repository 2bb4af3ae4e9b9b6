import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const SuccessArt = spotArt(
  <>
    <circle cx="100" cy="82" r="68" fill="var(--art-bg)" />
    <path d="M100 26L100 16" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M120.7 30.1L124.5 20.9" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M138.2 41.8L145.3 34.7" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M149.9 59.3L159.1 55.5" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M154 80L164 80" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M149.9 100.7L159.1 104.5" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M138.2 118.2L145.3 125.3" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M120.7 129.9L124.5 139.1" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M100 134L100 144" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M79.3 129.9L75.5 139.1" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M61.8 118.2L54.7 125.3" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M50.1 100.7L40.9 104.5" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M46 80L36 80" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M50.1 59.3L40.9 55.5" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M61.8 41.8L54.7 34.7" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M79.3 30.1L75.5 20.9" stroke="var(--art-gold)" strokeWidth="3.5" strokeLinecap="round" />
    <circle cx="100" cy="80" r="44" fill="var(--art-leaf)" />
    <path d="M100 36a44 44 0 0 1 0 88c14-26 14-60 0-88z" fill="var(--art-ink)" opacity=".22" />
    <path
      transform="translate(99 81) scale(2.1)"
      d="m-9 .5 6 6L10-8"
      stroke="#fff"
      strokeWidth="4"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <Twig transform="translate(44 144) rotate(-16) scale(0.85)" isPale />
    <Twig transform="translate(156 144) rotate(16) scale(0.85)" isPale />
  </>,
)
