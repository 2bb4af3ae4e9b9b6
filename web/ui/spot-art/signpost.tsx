import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const SignpostArt = spotArt(
  <circle cx="136" cy="56" r="22" fill="var(--art-gold-2)" />,
  <path
    d="M34 112c22-18 50-22 76-12s40 6 56-6c-8 32-34 56-66 56-30 0-56-16-66-38z"
    fill="var(--art-leaf-2)"
  />,
  <path
    d="M92 150c2-18-10-24-26-30 14-2 32 2 42 12 6 6 8 12 8 17a70 70 0 0 1-24 1z"
    fill="var(--art-gold-2)"
    opacity=".7"
  />,
  <rect x="96" y="38" width="7" height="92" rx="3" fill="var(--art-ink)" />,
  <path d="M58 50h62l12 11-12 11H58z" fill="var(--art-paper)" />,
  <path d="M142 80H84L72 91l12 11h58z" fill="var(--art-pink)" />,
  <path d="M70 61h40" stroke="var(--art-line)" strokeWidth="4" strokeLinecap="round" />,
  <path d="M92 91h38" stroke="var(--art-paper)" strokeWidth="4" strokeLinecap="round" opacity=".85" />,
  <g transform="translate(99 32) rotate(-4) scale(0.5)" fill="var(--art-ink)">
    <path d="M0 0C-6-9-15-13-27-12c5 9 13 14 27 14z" />
    <path d="M0 0C5-11 13-17 25-19 23-8 15 0 0 3z" opacity=".8" />
    <path d="M-3 1c3-3 9-3 13 0l3 1.4-3 1.4C6 6 0 5-3 1z" />
  </g>,
  <Twig transform="translate(140 140) rotate(10) scale(0.6)" />,
  <Twig transform="translate(56 136) rotate(-14) scale(0.5)" />,
)
