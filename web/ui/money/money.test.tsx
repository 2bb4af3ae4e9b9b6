import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { formatMoney, Money } from './money.tsx'

describe('an amount', () => {
  it.each([
    [436.25, 'AU', '$436.25'],
    [1745, 'AU', '$1,745.00'],
    [512.4, 'UK', '£512.40'],
    [-624, 'AU', '−$624.00'],
  ] as const)('%d in %s reads %s', (amount, region, text) => {
    expect(formatMoney(amount, region)).toBe(text)
  })

  it('sets its cents apart', () => {
    const drawn = renderToStaticMarkup(<Money amount={436.25} region="AU" size="hero" />)
    expect(drawn).toBe('<span class="money money--hero">$436<span class="money__cents">.25</span></span>')
  })
})
