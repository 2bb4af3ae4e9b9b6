import '../ui/figtree.css'
import '../ui/tokens.css'
import '../ui/foundation.css'
import '../ui/icon/icon.css'
import '../ui/button/button.css'
import '../ui/text-input/text-input.css'
import './card-frame.css'
import type { CardFrameSettings } from '#contract/card-entry.ts'
import { openForm } from './form.ts'
import { lineToParent } from './parent.ts'
import { showNotice } from './view.ts'

const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '') as CardFrameSettings

let checkOut = () => {}
const parent = lineToParent(settings.parentOrigin, () => checkOut())

function refuse(sentence: string, onRetry?: () => void): void {
  showNotice(sentence, onRetry)
  parent.reportErrors([sentence])
}

if (settings.form) {
  openForm(settings.form, parent).then(
    (form) => (checkOut = form.checkOut),
    () => refuse('Failed to load Stripe.js', () => location.reload()),
  )
} else refuse(settings.refusal ?? '')
