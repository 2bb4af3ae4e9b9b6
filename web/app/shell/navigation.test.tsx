import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { describe, expect, it } from 'vitest'
import { HomeIcon } from '../../ui/icon/home.tsx'
import { NavigationList, type NavigationItem } from './navigation.tsx'

function draw(item: Partial<NavigationItem>): string {
  const items = [{ label: 'Somewhere', icon: HomeIcon, path: '/somewhere', ...item }]
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <NavigationList items={items} onChosen={() => {}} />
    </Router>,
  )
}

describe('an item of the navigation', () => {
  it('has a label, an icon and a link', () => {
    expect(draw({})).toMatch(/<a[^>]*href="\/somewhere"[^>]*><svg.*<\/svg><span>Somewhere<\/span>/)
  })

  it('is marked on its own page', () => {
    expect(draw({ isActive: true })).toContain('aria-current="page"')
    expect(draw({})).not.toContain('aria-current')
  })

  it('is absent when it is hidden', () => {
    expect(draw({ isShown: false })).not.toContain('Somewhere')
  })

  it('shows its tag', () => {
    expect(draw({ tag: 'Beta' })).toContain('>Beta<')
  })

  it('is a button when it has an action', () => {
    expect(draw({ path: undefined, onChoose: () => {} })).toContain('<button type="button"')
  })
})
