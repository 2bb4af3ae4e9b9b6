import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const LedgerArt = spotArt(
  <circle cx="54" cy="50" r="16" fill="var(--art-gold-2)" />,
  <rect x="58" y="30" width="84" height="106" rx="8" fill="var(--art-paper)" />,
  <path d="M58 38a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v14H58z" fill="var(--art-leaf)" />,
  <path d="M70 41h26" stroke="var(--art-paper)" strokeWidth="4" strokeLinecap="round" />,
  <path
    d="M70 66h30M70 82h24M70 98h30M70 114h18"
    stroke="var(--art-line)"
    strokeWidth="4"
    strokeLinecap="round"
  />,
  <path
    d="M118 66h12M122 82h8M116 98h14M120 114h10"
    stroke="var(--art-leaf-2)"
    strokeWidth="4"
    strokeLinecap="round"
  />,
  <circle cx="138" cy="106" r="22" fill="var(--art-sky)" opacity=".35" />,
  <circle cx="138" cy="106" r="22" fill="none" stroke="var(--art-ink)" strokeWidth="6" />,
  <path d="M154 122l16 16" stroke="var(--art-ink)" strokeWidth="8" strokeLinecap="round" />,
  <Twig transform="translate(46 142) rotate(-8) scale(0.66)" />,
)
