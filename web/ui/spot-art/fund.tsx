import { spotArt } from './spot-art.tsx'

export const FundArt = spotArt(
  <circle cx="138" cy="50" r="17" fill="var(--art-gold-2)" />,
  <path
    d="M40 122c20-8 40-8 60 2 20-10 40-10 60-2v14c-20-8-40-8-60 2-20-10-40-10-60-2z"
    fill="var(--art-ink)"
  />,
  <path d="M46 112c18-7 36-6 54 4v16c-18-9-36-10-54-4z" fill="var(--art-paper)" />,
  <path d="M154 112c-18-7-36-6-54 4v16c18-9 36-10 54-4z" fill="var(--art-paper-2)" />,
  <path d="M100 118V66" stroke="var(--art-leaf)" strokeWidth="4" strokeLinecap="round" />,
  <path d="M100 88c-20 2-34-8-38-28 20-2 34 8 38 28z" fill="var(--art-leaf)" />,
  <path d="M100 76c2-20 14-32 36-34 0 22-14 34-36 34z" fill="var(--art-leaf-2)" />,
  <path d="M100 66c-10-10-10-24 0-36 10 12 10 26 0 36z" fill="var(--art-leaf)" />,
)
