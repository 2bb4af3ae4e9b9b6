import { Tick, spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const CalendarArt = spotArt(
  <circle cx="140" cy="46" r="20" fill="var(--art-gold-2)" />,
  <rect x="50" y="44" width="100" height="92" rx="10" fill="var(--art-paper)" />,
  <path d="M50 54a10 10 0 0 1 10-10h80a10 10 0 0 1 10 10v14H50z" fill="var(--art-leaf)" />,
  <rect x="70" y="34" width="7" height="20" rx="3.5" fill="var(--art-ink)" />,
  <rect x="123" y="34" width="7" height="20" rx="3.5" fill="var(--art-ink)" />,
  <circle cx="72" cy="86" r="6" fill="var(--art-leaf-2)" />,
  <circle cx="91" cy="86" r="6" fill="var(--art-leaf-2)" />,
  <circle cx="110" cy="86" r="6" fill="var(--art-leaf-2)" />,
  <circle cx="129" cy="86" r="5" fill="var(--art-paper-2)" />,
  <circle cx="72" cy="104" r="5" fill="var(--art-paper-2)" />,
  <circle cx="91" cy="104" r="5" fill="var(--art-paper-2)" />,
  <circle cx="110" cy="104" r="9" fill="var(--art-gold)" />,
  <circle cx="129" cy="104" r="5" fill="var(--art-paper-2)" />,
  <circle cx="72" cy="122" r="5" fill="var(--art-paper-2)" />,
  <circle cx="91" cy="122" r="5" fill="var(--art-paper-2)" />,
  <circle cx="110" cy="122" r="5" fill="var(--art-paper-2)" />,
  <circle cx="129" cy="122" r="5" fill="var(--art-paper-2)" />,
  <Tick transform="translate(104.2 104.5) scale(0.42)" stroke="var(--art-ink)" />,
  <Twig transform="translate(40 142) rotate(-8) scale(0.7)" />,
  <Twig transform="translate(162 140) rotate(12) scale(0.56)" isPale />,
)
