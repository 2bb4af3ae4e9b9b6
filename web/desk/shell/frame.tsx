import { Suspense, useEffect, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { FindPalette } from '../find/find-palette.tsx'
import { useEnrolmentNeeded } from '../foundation/enrolment.ts'
import { useNoteOpened } from '../find/opened.ts'
import { NotFound } from '../ui/page/not-found.tsx'
import { Bar } from './bar.tsx'
import { FailedPage } from './failed-page.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { KeyList } from './key-list.tsx'
import { Rail } from './rail.tsx'
import { routes } from './routes.tsx'
import { useShortcuts } from '../foundation/shortcuts.ts'
import './frame.css'

const places: [keys: string, label: string, path: string][] = [
  ['g t', 'Go to Today', '/'],
  ['g c', 'Go to Chat', '/chat'],
  ['g s', 'Go to Schools', '/schools'],
  ['g m', 'Go to Money', '/money'],
  ['g h', 'Go to Admin', '/admin'],
  ['g j', 'Go to Jobs', '/admin/jobs'],
]

const enrolmentPath = '/admin/two-factor'

/** What surrounds every screen. */
export function Frame() {
  const [path, navigate] = useLocation()
  const [isFinding, setFinding] = useState(false)
  const [isListing, setListing] = useState(false)
  const find = () => setFinding(true)
  const mustGo = useEnrolmentNeeded() && path !== enrolmentPath
  useEffect(() => {
    if (mustGo) navigate(enrolmentPath, { replace: true })
  }, [mustGo, navigate])
  useNoteOpened()
  useShortcuts([
    { keys: 'ctrl+k', label: 'Find', run: find },
    ...places.map(([keys, label, to]) => ({ keys, label, run: () => navigate(to) })),
    { keys: '?', label: 'Keyboard shortcuts', run: () => setListing(true) },
  ])
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Rail onFind={find} />
      <Bar onFind={find} />
      <main className="deskmain" id="main" tabIndex={-1}>
        <FailedPage resetKey={path}>
          <Suspense fallback={null}>
            <Switch>
              {routes.map((route) => (
                <Route key={route.path} path={route.path} component={route.page} />
              ))}
              <Route component={NotFound} />
            </Switch>
          </Suspense>
        </FailedPage>
      </main>
      {isFinding && <FindPalette onClose={() => setFinding(false)} />}
      {isListing && <KeyList onClose={() => setListing(false)} />}
      <IdleWarning />
    </>
  )
}
