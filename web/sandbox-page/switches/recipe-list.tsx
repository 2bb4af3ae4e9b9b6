import { useState } from 'react'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { call } from '../api/call.ts'
import { sandboxNow } from '../api/clock.ts'
import { usePeople, type People } from '../api/people.ts'
import type { Rule } from '../api/wire.ts'
import { announce } from '../parts/announce.tsx'
import { dayAndTime } from '../parts/time.ts'
import { useAction } from '../parts/use-action.tsx'
import { minutes, recipes, type Recipe } from './recipes.ts'

const manyTimes = 1_000_000
const nobody = ''

export const isActive = ({ left, until }: Rule) => left > 0 && !(until && Date.parse(until) <= sandboxNow())

export function RecipeList({ rules }: { rules: readonly Rule[] }) {
  const people = usePeople()
  const [accountId, setAccountId] = useState(nobody)
  const accounts = people.families.flatMap(({ name, accounts: owned }) =>
    owned.map(({ id, shortId }) => ({ value: id, label: `${name}, ${shortId}` })),
  )
  return (
    <section className="stack stack--20">
      <h2>Try what can go wrong</h2>
      <div className="narrow">
        <NativeSelect
          label="For which family"
          options={[{ value: nobody, label: 'Whoever pays next' }, ...accounts]}
          value={accountId}
          onChange={setAccountId}
        />
      </div>
      <ul className="recipes">
        {recipes.map((recipe) => (
          <RecipeCard
            key={recipe.name}
            recipe={recipe}
            rules={rules.filter((rule) => isFrom(recipe, rule))}
            accountId={accountId}
            people={people}
          />
        ))}
      </ul>
    </section>
  )
}

const isFrom = (recipe: Recipe, rule: Rule) =>
  Object.entries(recipe.rule).every(([name, value]) => rule[name as keyof Rule] === value)

type RecipeCardProps = { recipe: Recipe; rules: readonly Rule[]; accountId: string; people: People }

function RecipeCard({ recipe, rules, accountId, people }: RecipeCardProps) {
  const { outcome, act } = useAction()
  const { name, words } = recipe
  const removeAll = () => Promise.all(rules.map(({ id }) => call('DELETE', `/faults/${id}`)))

  /** Arming it once more replaces it. */
  async function arm() {
    await removeAll()
    const until = new Date(sandboxNow() + minutes * 60_000).toISOString()
    await call('POST', '/faults', {
      ...recipe.rule,
      ...(recipe.isOutage && { until, times: manyTimes }),
      // The account's id is in every request about one of its payments.
      ...(recipe.isForFamily && accountId !== nobody && { match: accountId }),
    })
    announce(`Armed: ${name}`)
  }

  return (
    <li className="card recipe">
      <Button look="tertiary" isBlock onClick={() => act(arm)}>
        {name}
      </Button>
      <p className="muted sm">{words}</p>
      {rules.length > 0 && (
        <p className="row">
          <State rules={rules} people={people} />
          <Button
            look="borderless"
            size="small"
            aria-label={`Remove: ${name}`}
            onClick={() => act(removeAll)}
          >
            Remove
          </Button>
        </p>
      )}
      {outcome}
    </li>
  )
}

function State({ rules, people }: { rules: readonly Rule[]; people: People }) {
  const armed = rules.find(isActive)
  if (!armed) return <Badge tone="success">{rules[0]?.until ? 'Over' : 'Used'}</Badge>
  const owner = people.ownerOf(armed.match)
  const until = armed.until ? ` until ${dayAndTime(armed.until)}, Sydney time` : ''
  return <Badge tone="warning">{`Armed${owner ? ` for ${owner.family.name}` : ''}${until}`}</Badge>
}
