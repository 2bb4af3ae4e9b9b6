import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const MailArt = spotArt(
  <circle cx="138" cy="50" r="20" fill="var(--art-gold-2)" />,
  <path d="M44 78l56-40 56 40v48a8 8 0 0 1-8 8H52a8 8 0 0 1-8-8z" fill="var(--art-leaf)" />,
  <path d="M60 62a6 6 0 0 1 6-6h68a6 6 0 0 1 6 6v50H60z" fill="var(--art-paper)" />,
  <path d="M74 72h36M74 84h52M74 96h28" stroke="var(--art-line)" strokeWidth="4" strokeLinecap="round" />,
  <path d="M44 80l56 34 56-34v46a8 8 0 0 1-8 8H52a8 8 0 0 1-8-8z" fill="var(--art-leaf-2)" />,
  <path d="M46 131l42-28c8-5 16-5 24 0l42 28a8 8 0 0 1-6 3H52a8 8 0 0 1-6-3z" fill="var(--art-leaf)" />,
  <g transform="translate(160 34) rotate(-8) scale(0.72)" fill="var(--art-ink)">
    <path d="M0 0C-6-9-15-13-27-12c5 9 13 14 27 14z" />
    <path d="M0 0C5-11 13-17 25-19 23-8 15 0 0 3z" opacity=".8" />
    <path d="M-3 1c3-3 9-3 13 0l3 1.4-3 1.4C6 6 0 5-3 1z" />
  </g>,
  <path
    d="M60 36c14-10 30-14 44-10"
    stroke="var(--art-line)"
    strokeWidth="2.5"
    fill="none"
    strokeDasharray="1 7"
    strokeLinecap="round"
  />,
  <Twig transform="translate(34 136) rotate(-10) scale(0.8)" />,
)
