import { icon } from './icon.tsx'

export const ShieldIcon = icon(
  <path className="d" d="M12 3.5 19 6v5.5c0 4.2-2.7 7.3-7 9-4.3-1.7-7-4.8-7-9V6z" />,
  <path d="M12 3.75 19 6.2v5.3c0 4.1-2.7 7.1-7 8.75-4.3-1.65-7-4.65-7-8.75V6.2z" />,
  <path d="m9 12 2.25 2.25L15.25 10" />,
)
