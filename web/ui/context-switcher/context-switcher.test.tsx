import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SchoolIcon } from '../icon/school.tsx'
import { ContextList, ContextListButton } from './context-list.tsx'
import { ContextMenu } from './context-menu.tsx'
import { optionsToOffer, type SwitchableContext } from './switchable-context.ts'

const options = [
  { label: 'Wattle Ridge (2)', value: 'w' },
  { label: 'Lowther Bay (1)', value: 'l' },
]

function contextOf(some: SwitchableContext['options']): SwitchableContext {
  return { name: 'account', options: some, selected: 'w', onSwitch: () => {} }
}

describe('the context switcher', () => {
  it.each([
    ['nothing', []],
    ['one option', options.slice(0, 1)],
  ])('is absent with %s to choose from', (_, some) => {
    const context = contextOf(some)
    expect(renderToStaticMarkup(<ContextMenu context={context} icon={SchoolIcon} />)).toBe('')
    expect(
      renderToStaticMarkup(<ContextListButton context={context} icon={SchoolIcon} onOpen={() => {}} />),
    ).toBe('')
  })

  it('shows the selection on wide and narrow screens', () => {
    const context = contextOf(options)
    expect(renderToStaticMarkup(<ContextMenu context={context} icon={SchoolIcon} />)).toContain(
      'Wattle Ridge (2)',
    )
    expect(
      renderToStaticMarkup(<ContextListButton context={context} icon={SchoolIcon} onOpen={() => {}} />),
    ).toContain('Wattle Ridge (2)')
  })

  it('offers its options in alphabetical order', () => {
    expect(optionsToOffer(contextOf(options))?.map((option) => option.value)).toEqual(['l', 'w'])
  })

  it('is labelled by the name of the context, and marks the selected option', () => {
    const list = renderToStaticMarkup(
      <ContextList context={contextOf(options)} icon={SchoolIcon} onClose={() => {}} />,
    )
    expect(list).toContain('<h2>Select account</h2>')
    expect(list.match(/aria-current="true"/g)).toHaveLength(1)
  })
})
