import { spotArt } from './spot-art.tsx'

export const PlaneArt = spotArt(
  <>
    <circle cx="100" cy="82" r="68" fill="var(--art-bg)" />
    <circle cx="58" cy="52" r="18" fill="var(--art-gold-2)" />
    <path
      d="M26 126c22 6 46-4 50-24 3-14-12-22-20-12-8 11 8 24 30 14 12-5 20-14 26-22"
      stroke="var(--art-leaf-2)"
      strokeWidth="3"
      fill="none"
      strokeDasharray="1 8"
      strokeLinecap="round"
    />
    <path d="M176 38L92 72l30 16z" fill="var(--art-leaf-2)" />
    <path d="M176 38l-36 92-18-42z" fill="var(--art-leaf)" />
    <path d="M176 38l-54 50 4 30 10-14z" fill="var(--art-ink)" />
    <path d="M176 38L122 88l-30-16z" fill="var(--art-line)" />
    <g transform="translate(38 142) rotate(-6) scale(0.7)">
      <path
        d="M0 0C1-16 0-30 3-46"
        stroke="var(--art-leaf)"
        strokeWidth="2.5"
        fill="none"
        strokeLinecap="round"
      />
      <path d="M1 -12c-7-1 -13-6 -16-14 8 0 15 5 16 14z" fill="var(--art-leaf)" />
      <path d="M1 -22c7-1 13-6 16-14 -8 0 -15 5 -16 14z" fill="var(--art-leaf)" />
      <path d="M1 -32c-7-1 -13-6 -16-14 8 0 15 5 16 14z" fill="var(--art-leaf)" />
      <path d="M3-44c5-4 6-10 3-17-5 4-7 11-3 17z" fill="var(--art-leaf)" />
    </g>
  </>,
)
