import { icon } from './icon.tsx'

export const SchoolIcon = icon(
  <path className="d" d="M6 11h12v9H6z" />,
  <path d="M12 3.75v4M12 4h3.5v2.25H12M5.75 11.25 12 7.5l6.25 3.75v8.5H5.75zM2.75 19.75h18.5M10.25 19.5v-3a1.75 1.75 0 0 1 3.5 0v3M12 12.25h.01" />,
)
