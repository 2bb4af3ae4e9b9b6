import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const PlaneArt = spotArt(
  <circle cx="58" cy="52" r="18" fill="var(--art-gold-2)" />,
  <path
    d="M26 126c22 6 46-4 50-24 3-14-12-22-20-12-8 11 8 24 30 14 12-5 20-14 26-22"
    stroke="var(--art-leaf-2)"
    strokeWidth="3"
    fill="none"
    strokeDasharray="1 8"
    strokeLinecap="round"
  />,
  <path d="M176 38L92 72l30 16z" fill="var(--art-leaf-2)" />,
  <path d="M176 38l-36 92-18-42z" fill="var(--art-leaf)" />,
  <path d="M176 38l-54 50 4 30 10-14z" fill="var(--art-ink)" />,
  <path d="M176 38L122 88l-30-16z" fill="var(--art-line)" />,
  <Twig transform="translate(38 142) rotate(-6) scale(0.7)" />,
)
