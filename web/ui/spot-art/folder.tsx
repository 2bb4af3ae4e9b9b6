import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const FolderArt = spotArt(
  <circle cx="146" cy="46" r="15" fill="var(--art-gold-2)" />,
  <path
    d="M46 60a7 7 0 0 1 7-7h27l10 11h57a7 7 0 0 1 7 7v56a7 7 0 0 1-7 7H53a7 7 0 0 1-7-7z"
    fill="var(--art-leaf)"
  />,
  <g transform="rotate(-6 90 70)">
    <rect x="64" y="40" width="58" height="70" rx="5" fill="var(--art-paper)" />
    <path
      d="M74 54h24M74 66h38M74 78h38M74 90h20"
      stroke="var(--art-line)"
      strokeWidth="4"
      strokeLinecap="round"
    />
  </g>,
  <g transform="rotate(5 118 74)">
    <rect x="92" y="48" width="52" height="66" rx="5" fill="var(--art-paper-2)" />
    <path
      d="M102 62h20M102 74h32"
      stroke="var(--art-leaf-2)"
      strokeWidth="4"
      strokeLinecap="round"
      opacity=".6"
    />
  </g>,
  <path
    d="M38 82a5 5 0 0 1 5-6h114a5 5 0 0 1 5 6l-7 46a7 7 0 0 1-7 6H52a7 7 0 0 1-7-6z"
    fill="var(--art-leaf-2)"
  />,
  <rect x="86" y="98" width="28" height="10" rx="5" fill="var(--art-paper)" opacity=".85" />,
  <Twig transform="translate(168 136) rotate(12) scale(0.62)" />,
)
