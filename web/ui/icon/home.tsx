import { icon } from './icon.tsx'

export const HomeIcon = icon(
  <path className="d" d="M5 10.5 12 4.5l7 6V18a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18z" />,
  <path d="M3.5 11.5 12 4.25l8.5 7.25" />,
  <path d="M5.5 10v8A1.75 1.75 0 0 0 7.25 19.75h9.5A1.75 1.75 0 0 0 18.5 18v-8" />,
  <path d="M9.75 19.5v-4.25a2.25 2.25 0 0 1 4.5 0v4.25" />,
)
