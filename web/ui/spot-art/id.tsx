import { Tick, spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const IdArt = spotArt(
  <circle cx="150" cy="44" r="16" fill="var(--art-gold-2)" />,
  <g transform="rotate(-5 96 86)">
    <rect x="40" y="50" width="112" height="74" rx="10" fill="var(--art-leaf)" />
    <path d="M40 60a10 10 0 0 1 10-10h92a10 10 0 0 1 10 10v6H40z" fill="var(--art-ink)" />
    <rect x="50" y="74" width="34" height="40" rx="5" fill="var(--art-paper)" />
    <circle cx="67" cy="89" r="8" fill="var(--art-leaf-2)" />
    <path d="M54 114c1-10 6-14 13-14s12 4 13 14z" fill="var(--art-leaf-2)" />
    <path d="M94 80h46M94 92h32M94 104h40" stroke="var(--art-line)" strokeWidth="4.5" strokeLinecap="round" />
  </g>,
  <path d="M146 92l20 7v14c0 13-8 21-20 26-12-5-20-13-20-26V99z" fill="var(--art-gold)" />,
  <path d="M146 92l20 7v14c0 13-8 21-20 26z" fill="var(--art-gold-2)" />,
  <Tick transform="translate(146 115) scale(0.85)" stroke="var(--art-ink)" />,
  <Twig transform="translate(36 142) rotate(-10) scale(0.68)" />,
)
