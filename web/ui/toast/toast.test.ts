import { afterEach, describe, expect, it } from 'vitest'
import { dismissToast, showToast, shownToasts } from './toast.ts'

const texts = () => shownToasts().map((toast) => toast.text)

afterEach(() => shownToasts().forEach((toast) => dismissToast(toast.id)))

describe('toasts', () => {
  it('stand in the order in which they came', () => {
    showToast({ variant: 'success', text: 'Saved' })
    showToast({ variant: 'error', text: 'Failed' })
    expect(texts()).toEqual(['Saved', 'Failed'])
  })

  it('do not pile up when the same thing fails again', () => {
    showToast({ variant: 'error', text: 'Failed' })
    showToast({ variant: 'success', text: 'Saved' })
    showToast({ variant: 'error', text: 'Failed' })
    expect(texts()).toEqual(['Saved', 'Failed'])
  })

  it('go when they are dismissed, one at a time', () => {
    showToast({ variant: 'error', text: 'Failed' })
    showToast({ variant: 'success', text: 'Failed' })
    dismissToast(shownToasts()[0]!.id)
    expect(shownToasts()).toMatchObject([{ variant: 'success', text: 'Failed' }])
  })
})
