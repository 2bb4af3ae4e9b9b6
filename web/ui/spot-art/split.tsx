import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const SplitArt = spotArt(
  <circle cx="72" cy="80" r="34" fill="var(--art-gold)" />,
  <path d="M72 46a34 34 0 0 1 0 68z" fill="var(--art-gold-2)" />,
  <path
    d="M80 69c-2-4-5-6-9-6-5 0-9 3-9 8 0 10 19 5 19 16 0 5-5 8-10 8-4 0-8-2-10-6M71 57v6M71 95v6"
    stroke="var(--art-ink)"
    strokeWidth="3.5"
    fill="none"
    strokeLinecap="round"
  />,
  <path
    d="M112 80h14m-6-6 6 6-6 6"
    stroke="var(--art-arrow)"
    strokeWidth="3.5"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
  />,
  <circle cx="146" cy="48" r="12" fill="var(--art-leaf)" />,
  <path d="M141 48h10" stroke="var(--art-paper)" strokeWidth="3" strokeLinecap="round" />,
  <circle cx="164" cy="68" r="12" fill="var(--art-leaf-2)" />,
  <path d="M159 68h10" stroke="var(--art-paper)" strokeWidth="3" strokeLinecap="round" />,
  <circle cx="164" cy="94" r="12" fill="var(--art-leaf)" />,
  <path d="M159 94h10" stroke="var(--art-paper)" strokeWidth="3" strokeLinecap="round" />,
  <circle cx="146" cy="114" r="12" fill="var(--art-leaf-2)" />,
  <path d="M141 114h10" stroke="var(--art-paper)" strokeWidth="3" strokeLinecap="round" />,
  <Twig transform="translate(40 144) rotate(-10) scale(0.66)" />,
)
