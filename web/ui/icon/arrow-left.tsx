import { icon } from './icon.tsx'

export const ArrowLeftIcon = icon(<path d="M19.5 12H5M10.75 6.25 5 12l5.75 5.75" />)
