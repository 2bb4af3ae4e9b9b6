import { icon } from './icon.tsx'

export const ChevronLeftIcon = icon(<path d="M14.5 6.5 9 12l5.5 5.5" />)
