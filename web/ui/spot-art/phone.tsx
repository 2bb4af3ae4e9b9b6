import { spotArt } from './spot-art.tsx'
import { Twig } from './twig.tsx'

export const PhoneArt = spotArt(
  <circle cx="56" cy="52" r="16" fill="var(--art-gold-2)" />,
  <rect x="72" y="24" width="60" height="112" rx="12" fill="var(--art-ink)" />,
  <rect x="78" y="32" width="48" height="96" rx="7" fill="var(--art-paper)" />,
  <rect x="94" y="36" width="16" height="4" rx="2" fill="var(--art-paper-2)" />,
  <g fill="var(--art-line)">
    <rect x="86" y="54" width="32" height="6" rx="3" />
    <rect x="86" y="66" width="22" height="6" rx="3" />
  </g>,
  <g fill="var(--art-paper-2)">
    <rect x="86" y="84" width="9" height="12" rx="3" />
    <rect x="97.5" y="84" width="9" height="12" rx="3" />
    <rect x="109" y="84" width="9" height="12" rx="3" />
  </g>,
  <rect x="86" y="106" width="32" height="12" rx="6" fill="var(--art-leaf-2)" />,
  <circle cx="140" cy="112" r="20" fill="var(--art-pink)" />,
  <path
    d="M134 106c0-8 12-8 12 0 0 5-6 5-6 10"
    stroke="#fff"
    strokeWidth="4"
    fill="none"
    strokeLinecap="round"
  />,
  <circle cx="140" cy="122.5" r="2.4" fill="#fff" />,
  <Twig transform="translate(48 144) rotate(-10) scale(0.7)" />,
)
