import { icon } from './icon.tsx'

export const TrashIcon = icon(
  <path d="M4.75 7h14.5M9.5 7V5.5A1.25 1.25 0 0 1 10.75 4.25h2.5A1.25 1.25 0 0 1 14.5 5.5V7M6.5 7l.8 11.4A1.75 1.75 0 0 0 9.05 20h5.9a1.75 1.75 0 0 0 1.75-1.6L17.5 7M10.25 11v5M13.75 11v5" />,
)
