import { icon } from './icon.tsx'

export const MinusIcon = icon(<path d="M5 12h14" />)
