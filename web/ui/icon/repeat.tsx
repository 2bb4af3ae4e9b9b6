import { icon } from './icon.tsx'

export const RepeatIcon = icon(
  <path d="M4.75 11V9.25A2.75 2.75 0 0 1 7.5 6.5h11M15.75 3.75 18.5 6.5l-2.75 2.75M19.25 13v1.75a2.75 2.75 0 0 1-2.75 2.75h-11M8.25 20.25 5.5 17.5l2.75-2.75" />,
)
