import { Tick, spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const ReviewArt = spotArt(
  <circle cx="56" cy="50" r="16" fill="var(--art-gold-2)" />,
  <rect x="58" y="36" width="84" height="102" rx="9" fill="var(--art-leaf)" />,
  <rect x="66" y="46" width="68" height="84" rx="5" fill="var(--art-paper)" />,
  <rect x="82" y="28" width="36" height="18" rx="7" fill="var(--art-ink)" />,
  <path d="M92 64h32M92 82h32M92 100h18" stroke="var(--art-line)" strokeWidth="4" strokeLinecap="round" />,
  <Tick transform="translate(79 64) scale(0.42)" stroke="var(--art-leaf)" />,
  <Tick transform="translate(79 82) scale(0.42)" stroke="var(--art-leaf)" />,
  <circle cx="79" cy="100" r="4" fill="var(--art-paper-2)" />,
  <circle cx="140" cy="112" r="24" fill="var(--art-gold)" />,
  <circle cx="140" cy="112" r="18" fill="var(--art-paper)" />,
  <path
    d="M140 102v10l7 5"
    stroke="var(--art-ink)"
    strokeWidth="3.5"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
  />,
  <Twig transform="translate(42 142) rotate(-8) scale(0.66)" />,
)
