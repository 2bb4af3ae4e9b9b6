import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ConfirmText } from './confirm-text.tsx'

/** The text as displayed, with links in brackets. */
const drawn = (text: string) =>
  renderToStaticMarkup(<ConfirmText text={text} />)
    .replaceAll(/<span class="sr">.*?<\/span>/g, '')
    .replaceAll(/<a [^>]*>/g, '[')
    .replaceAll('</a>', ']')
    .replaceAll(/<[^>]+>/g, '')

describe('The text above the confirm button', () => {
  it.each([
    [
      'You agree to the Larkwell Plus terms and the privacy policy.',
      'You agree to the [Larkwell Plus terms] and the [privacy policy].',
    ],
    ['See our privacy policy.', 'See our [privacy policy]. [Larkwell Plus terms]'],
    ['By confirming, you switch.', 'By confirming, you switch. [Larkwell Plus terms] [privacy policy]'],
  ])('links to both documents, whatever its wording: %s', (text, html) => {
    expect(drawn(text)).toBe(html)
  })
})
