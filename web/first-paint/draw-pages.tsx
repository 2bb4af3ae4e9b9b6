import type { FunctionComponent } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { drawnPages, type DrawnPage } from './drawn-pages.ts'
import { App } from '../app/app.tsx'
import { findRoute } from '../app/find-route.ts'
import type { LazyPart } from '../lazy-part/lazy-part.ts'
import { frameOf, isAccountRoute, routes } from '../app/routes.tsx'

/** The markup of each drawn page, by path. Used by the build only, never in a browser. */
export const markup: Record<string, string> = {}
for (const page of drawnPages) markup[page.path] = await draw(page)

/** A page with data is drawn as its skeleton. */
async function draw({ path, whom }: DrawnPage): Promise<string> {
  const route = findRoute(routes, path)
  if (!route) throw new Error(`There is no page at ${path}`)
  if (!isAccountRoute(route)) {
    await route.page.load()
    return renderToString(<App drawnPath={path} />)
  }
  const Frame = await loaded(frameOf(route))
  const skeleton = whom === 'guest' ? route.guestSkeleton : route.skeleton
  const Skeleton = skeleton && (await loaded(skeleton))
  return renderToString(
    <Router ssrPath={path} ssrSearch="">
      <Frame accounts={[]} accountId="" setupStatus={undefined}>
        {Skeleton && <Skeleton />}
      </Frame>
    </Router>,
  )
}

async function loaded<Props>(part: LazyPart<Props>): Promise<FunctionComponent<Props>> {
  await part.load()
  if (!part.component) throw new Error('A part of a drawn page did not load', { cause: part.failure })
  return part.component
}
