import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const GraduationArt = spotArt(
  <circle cx="100" cy="78" r="44" fill="var(--art-gold-2)" />,
  <path d="M68 84v26c0 9 14 16 32 16s32-7 32-16V84z" fill="var(--art-leaf)" />,
  <path d="M100 84v42c18 0 32-7 32-16V84z" fill="var(--art-ink)" opacity=".25" />,
  <path d="M100 44l58 26-58 26-58-26z" fill="var(--art-ink)" />,
  <path d="M100 44l58 26-58 4z" fill="var(--art-leaf)" opacity=".55" />,
  <path
    d="M100 70l46 8v26"
    stroke="var(--art-pink)"
    strokeWidth="3.5"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
  />,
  <path d="M140 102h12l2 16h-16z" fill="var(--art-pink)" />,
  <Twig transform="translate(40 144) rotate(-14) scale(0.8)" isPale />,
  <Twig transform="translate(162 146) rotate(14) scale(0.7)" isPale />,
)
