import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const CardsArt = spotArt(
  <circle cx="148" cy="44" r="17" fill="var(--art-gold-2)" />,
  <g transform="rotate(-9 96 76)">
    <rect x="44" y="44" width="104" height="66" rx="10" fill="var(--art-pink)" />
    <rect x="44" y="58" width="104" height="12" fill="var(--art-pink-2)" />
  </g>,
  <g transform="rotate(5 104 96)">
    <rect x="52" y="64" width="108" height="68" rx="10" fill="var(--art-ink)" />
    <path
      d="M112 64h38a10 10 0 0 1 10 10v48a10 10 0 0 1-10 10h-16c-26-14-36-42-22-68z"
      fill="var(--art-leaf)"
    />
    <rect x="64" y="80" width="18" height="14" rx="3.5" fill="var(--art-gold)" />
    <path d="M73 80v14M64 87h18" stroke="var(--art-ink)" strokeWidth="1.2" opacity=".6" />
    <path d="M64 112h8M78 112h8M92 112h8" stroke="var(--art-paper)" strokeWidth="4" strokeLinecap="round" />
    <circle cx="142" cy="116" r="7" fill="var(--art-gold-2)" />
    <circle cx="132" cy="116" r="7" fill="var(--art-paper)" opacity=".85" />
  </g>,
  <Twig transform="translate(36 140) rotate(-10) scale(0.7)" />,
)
