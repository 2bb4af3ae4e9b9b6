import { icon } from './icon.tsx'

export const ArrowRightIcon = icon(<path d="M4.5 12H19M13.25 6.25 19 12l-5.75 5.75" />)
