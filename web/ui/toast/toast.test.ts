import { afterEach, describe, expect, it } from 'vitest'
import { dismissToast, showOnlyToast, showToast, shownToasts } from './toast.ts'

const texts = () => shownToasts().map((toast) => toast.text)

afterEach(() => shownToasts().forEach((toast) => dismissToast(toast.id)))

describe('toasts', () => {
  it('appear in order', () => {
    showToast({ variant: 'success', text: 'Saved' })
    showToast({ variant: 'error', text: 'Failed' })
    expect(texts()).toEqual(['Saved', 'Failed'])
  })

  it('do not repeat the same failure', () => {
    showToast({ variant: 'error', text: 'Failed' })
    showToast({ variant: 'success', text: 'Saved' })
    showToast({ variant: 'error', text: 'Failed' })
    expect(texts()).toEqual(['Saved', 'Failed'])
  })

  it('give way to one that is shown alone', () => {
    showToast({ variant: 'error', text: 'Failed' })
    showOnlyToast({ variant: 'success', text: 'Saved' })
    expect(texts()).toEqual(['Saved'])
  })

  it('close one at a time when they are dismissed', () => {
    showToast({ variant: 'error', text: 'Failed' })
    showToast({ variant: 'success', text: 'Failed' })
    dismissToast(shownToasts()[0]!.id)
    expect(shownToasts()).toMatchObject([{ variant: 'success', text: 'Failed' }])
  })
})
