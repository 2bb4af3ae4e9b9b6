import { icon } from './icon.tsx'

export const PauseIcon = icon(
  <rect className="d" x="6.25" y="5" width="4" height="14" rx="1.25" />,
  <rect className="d" x="13.75" y="5" width="4" height="14" rx="1.25" />,
  <rect x="6.25" y="5" width="4" height="14" rx="1.25" />,
  <rect x="13.75" y="5" width="4" height="14" rx="1.25" />,
)
