import { useMemo } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { useLocation } from 'wouter'
import { toRegion } from '#domain/region.ts'
import { AriaSettings } from '../../ui/react-aria/aria-settings.tsx'
import { usePeople } from '../api/people.ts'
import { useStripe } from '../api/queries.ts'
import { FilterForm, useFilters } from '../parts/filters.tsx'
import { ThingList } from '../parts/things.tsx'
import { Bpay } from './bpay.tsx'
import { openBook } from './book.ts'
import { kinds } from './kinds.ts'
import './payments.css'

/** Each tab has its address, and keeps the filters. */
export function Payments({ tab }: { tab: string | undefined }) {
  const [, navigate] = useLocation()
  const filters = useFilters()
  const people = usePeople()
  const { data } = useStripe(toRegion(filters.choice('account')))
  const book = useMemo(() => data && openBook(data, people), [data, people])
  const current = tab === 'bpay' || (tab !== undefined && Object.hasOwn(kinds, tab)) ? tab : 'payments'
  const kind = kinds[current]

  function show(name: string) {
    const query = new URLSearchParams(location.search)
    query.delete('for')
    navigate(`/payments/${name}${query.size > 0 ? `?${query}` : ''}`)
  }

  return (
    <>
      {kind && (
        <FilterForm
          label="Family, school, LW number, id or any words"
          filters={filters}
          choice={{
            name: 'account',
            legend: 'Account',
            options: { AU: 'Australia', UK: 'United Kingdom' },
          }}
        />
      )}
      <AriaSettings>
        <Tabs
          className="tabs-panel"
          selectedKey={current}
          onSelectionChange={(name) => name !== current && show(String(name))}
        >
          <TabList className="tabs" aria-label="What to see">
            {Object.entries(kinds).map(([name, { tab: title, count }]) => (
              <Tab className="tabs__tab" key={name} id={name} ref={name === current ? reveal : undefined}>
                {title} {book && count(book) > 0 && <span>{count(book)}</span>}
              </Tab>
            ))}
            <Tab className="tabs__tab" id="bpay" ref={current === 'bpay' ? reveal : undefined}>
              Pay by BPAY
            </Tab>
          </TabList>
          <TabPanel id={current}>
            {!kind && <Bpay families={people.families} />}
            {kind && book && (
              <ThingList
                key={current}
                things={kind.things(book)}
                filters={filters}
                empty={`No ${kind.tab.toLowerCase()} in this account yet. They appear here by themselves.`}
              />
            )}
          </TabPanel>
        </Tabs>
      </AriaSettings>
    </>
  )
}

/** A phone shows only some of the tabs, so their strip is moved. The page itself stays where it is. */
function reveal(tab: HTMLElement | null): void {
  const strip = tab?.parentElement
  if (tab && strip) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2
}
