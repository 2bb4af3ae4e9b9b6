import { attempt, call } from './api.js'
import { sandboxNow } from './clock-time.js'
import { announce, badge, createList, field, h, select } from './dom.js'
import { fillChoice, onPeople, ownerOf, people } from './people.js'
import { minutes, recipes } from './recipe-list.js'
import { dayAndTime } from './time.js'

const manyTimes = 1_000_000
const family = select('family')
const list = h('ul.recipes')
const update = createList(list, ({ name, version }) => `${name} ${version}`, renderRecipe)
let rules = []

export const recipeBox = h(
  'section.stack',
  h('h2', 'Try what can go wrong'),
  field('For which family', family, { look: '.narrow' }),
  list,
)

export const isActive = ({ left, until }) => left > 0 && !(until && Date.parse(until) <= sandboxNow())

export function showRecipes(all) {
  rules = all
  update(
    recipes.map((recipe) => {
      const found = rules.filter((rule) =>
        Object.entries(recipe.rule).every(([name, value]) => rule[name] === value),
      )
      const active = found.filter(isActive)
      return { ...recipe, found, active, version: [...found.map(({ id }) => id), active.length].join(' ') }
    }),
  )
}

function stateOf({ found: [first], active: [armed] }) {
  if (armed) {
    const owner = armed.match && ownerOf(armed.match)
    const until = armed.until && ` until ${dayAndTime(armed.until)}, Sydney time`
    return { look: 'warning', text: `Armed${owner ? ` for ${owner.family.name}` : ''}${until ?? ''}` }
  }
  return first && { look: 'success', text: first.until ? 'Over' : 'Used' }
}

function renderRecipe(recipe) {
  const state = stateOf(recipe)
  const { name, words, found } = recipe
  const remove = attempt(() => Promise.all(found.map(({ id }) => call('DELETE', `/faults/${id}`))))
  return h(
    'li.card.recipe',
    h('button.btn.btn--tertiary', { type: 'button', click: attempt(() => arm(recipe)) }, name),
    h('p.muted', words),
    state &&
      h(
        'p.recipe__state',
        badge(state),
        h(
          'button.btn.btn--borderless.btn--tiny',
          { type: 'button', 'aria-label': `Remove: ${name}`, click: remove },
          'Remove',
        ),
      ),
  )
}

/** Arming it once more replaces it. */
async function arm({ name, rule, isForFamily, isOutage, found }) {
  for (const { id } of found) await call('DELETE', `/faults/${id}`)
  const until = new Date(sandboxNow() + minutes * 60_000).toISOString()
  await call('POST', '/faults', {
    ...rule,
    ...(isOutage && { until, times: manyTimes }),
    // The account's id is in every request about one of its payments.
    ...(isForFamily && family.value !== '' && { match: family.value }),
  })
  announce(`Armed: ${name}`)
}

onPeople(() => {
  const accounts = people.families.flatMap(({ name, accounts: owned }) =>
    owned.map(({ id, shortId }) => [id, `${name}, ${shortId}`]),
  )
  fillChoice(family, [['', 'Whoever pays next'], ...accounts])
  showRecipes(rules)
})
