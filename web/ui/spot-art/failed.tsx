import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const FailedArt = spotArt(
  <circle cx="52" cy="50" r="15" fill="var(--art-gold-2)" />,
  <g transform="rotate(-6 100 86)">
    <path
      d="M46 64a10 10 0 0 1 10-10h42l-8 16 10 14-10 16 8 14-4 12H56a10 10 0 0 1-10-10z"
      fill="var(--art-ink)"
    />
    <path
      d="M106 54h38a10 10 0 0 1 10 10v52a10 10 0 0 1-10 10h-42l4-12-8-14 10-16-10-14z"
      fill="var(--art-leaf)"
    />
    <rect x="58" y="70" width="18" height="14" rx="3.5" fill="var(--art-gold)" />
    <path
      d="M58 108h8M72 108h8M118 108h8M132 108h8"
      stroke="var(--art-paper)"
      strokeWidth="4"
      strokeLinecap="round"
    />
  </g>,
  <circle cx="146" cy="56" r="17" fill="var(--art-pink)" />,
  <path d="M140 50l12 12M152 50l-12 12" stroke="#fff" strokeWidth="4" strokeLinecap="round" />,
  <Twig transform="translate(44 144) rotate(-10) scale(0.66)" />,
)
