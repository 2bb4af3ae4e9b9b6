/* oxlint-disable import/no-unassigned-import -- Only their place is wanted: almost every page uses these, so they belong to the first bundle. */
import './ui/button/use-busy.ts'
import './ui/card/card.css'
import './ui/icon/arrow-left.tsx'
import './ui/text-input/keep-typed.ts'
import './ui/text-input/text-input.tsx'
