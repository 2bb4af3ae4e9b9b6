import { icon } from './icon.tsx'

export const ChevronUpIcon = icon(<path d="m6.5 14.5 5.5-5.5 5.5 5.5" />)
