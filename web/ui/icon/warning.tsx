import { icon } from './icon.tsx'

export const WarningIcon = icon(
  <path className="d" d="M12 4 21 19.5H3z" />,
  <path d="M10.5 4.7 3.2 17.3a1.75 1.75 0 0 0 1.5 2.65h14.6a1.75 1.75 0 0 0 1.5-2.65L13.5 4.7a1.73 1.73 0 0 0-3 0z" />,
  <path d="M12 9.5v4.25" />,
  <path d="M12 16.7h.01" strokeWidth="2.2" />,
)
