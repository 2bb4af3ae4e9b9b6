import { Rays, Tick, spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const SuccessArt = spotArt(
  <Rays count={16} around="100 80" d="M100 26V16" stroke="var(--art-gold)" strokeWidth="3.5" />,
  <circle cx="100" cy="80" r="44" fill="var(--art-leaf)" />,
  <path d="M100 36a44 44 0 0 1 0 88c14-26 14-60 0-88z" fill="var(--art-ink)" opacity=".22" />,
  <Tick transform="translate(99 81) scale(2.1)" stroke="#fff" />,
  <Twig transform="translate(44 144) rotate(-16) scale(0.85)" isPale />,
  <Twig transform="translate(156 144) rotate(16) scale(0.85)" isPale />,
)
