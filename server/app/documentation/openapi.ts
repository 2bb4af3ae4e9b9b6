import type { Endpoint, EndpointKey } from '#contract/endpoint.ts'
import { customerFeatures, guestFeatures, staffFeatures, type Feature } from '#contract/features.ts'
import { refusalReply } from '#contract/wire.ts'
import { JsonSchemas, type Json } from './json-schemas.ts'
import { operationOf } from './operation.ts'
import { otherPaths, type OtherPath } from './other-paths.ts'
import { RefusalReplies } from './refusal-replies.ts'
import {
  securitySchemes,
  sharedHeaders,
  sharedParameters,
  type DocumentName,
  type HeaderName,
} from './components.ts'

export type OpenApi = {
  openapi: string
  info: { title: string; version: string; summary: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Json>>
  components: Record<string, Record<string, Json>>
}

type Subject = {
  title: string
  summary: string
  features: Feature[]
  scheme: keyof typeof securitySchemes
  /** The headers that any reply may have, including a refusal. */
  commonHeaders: HeaderName[]
}

const subjects: Record<DocumentName, Subject> = {
  customer: {
    title: 'Larkwell for customers',
    summary: 'Everything that a family does in the portal, from logging in to its payments and plans.',
    features: customerFeatures,
    scheme: 'customerToken',
    commonHeaders: ['SessionToken'],
  },
  guest: {
    title: 'Larkwell for guests',
    summary: 'Paying the link of a payment request, without logging in.',
    features: guestFeatures,
    scheme: 'paymentLink',
    commonHeaders: ['SessionToken', 'RegionOfReply'],
  },
  staff: {
    title: 'Larkwell for staff',
    summary: 'The calls of our own staff, and callbacks from other systems.',
    features: staffFeatures,
    scheme: 'staffToken',
    commonHeaders: [],
  },
}

type Options = {
  /** Guides in Markdown that precede the reference. */
  description?: string
  /** The address of the API. By default it is where the document was fetched from. */
  server?: string
}

/** One of the OpenAPI 3.1 documents, computed from the schemas that check requests and replies. */
export function openApi(name: DocumentName, { description, server = '/' }: Options = {}): OpenApi {
  const { title, summary, features, scheme, commonHeaders } = subjects[name]
  const collected = {
    schemas: new JsonSchemas(),
    refusals: new RefusalReplies('RequestId', ...commonHeaders),
  }
  const paths: OpenApi['paths'] = {}
  const add = (method: string, path: string, operation: Json) => {
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation }
  }
  for (const { name: tag, calls } of features) {
    for (const [key, endpoint] of Object.entries(calls) as [EndpointKey, Endpoint][]) {
      const [method, path] = key.split(' ') as [string, string]
      add(method, path, operationOf(key, endpoint, tag, collected))
    }
  }
  const others: OtherPath[] = otherPaths(collected).filter((other) => other.document === name)
  for (const { method, path, operation } of others) add(method, path, operation)
  collected.schemas.of(refusalReply, 'output')
  const parameters = shareParameters(paths)
  return {
    openapi: '3.1.0',
    info: { title, version: '1', summary, description: description ?? summary },
    servers: [{ url: server, description: 'This installation' }],
    tags: tagsOf(features, others),
    paths,
    components: onlyUsed(paths, {
      schemas: collected.schemas.named,
      responses: collected.refusals.responses,
      parameters: { ...sharedParameters, ...parameters },
      examples: collected.refusals.examples,
      headers: sharedHeaders,
      securitySchemes: { [scheme]: securitySchemes[scheme] },
    }),
  }
}

function tagsOf(features: Feature[], others: OtherPath[]): OpenApi['tags'] {
  const tags = new Map(features.map(({ name, about }) => [name, about]))
  for (const { tag } of others) if (!tags.has(tag.name)) tags.set(tag.name, tag.about)
  return [...tags].map(([name, description]) => ({ name, description }))
}

/** Moves parameters that several operations share into `components`. */
function shareParameters(paths: OpenApi['paths']): Record<string, Json> {
  const lists = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((operation) => operation['parameters'] as Json[]),
  )
  const own = lists.flat().filter((parameter) => parameter['$ref'] === undefined)
  const groups = Map.groupBy(own, (parameter) => JSON.stringify(parameter))
  const shared: Record<string, Json> = {}
  for (const [, same] of groups) {
    const name = String(same[0]?.['name'])
    if (same.length < 2 || !same[0] || shared[name]) continue
    shared[name] = { ...same[0] }
    for (const parameter of same) {
      for (const field of Object.keys(parameter)) delete parameter[field]
      parameter['$ref'] = `#/components/parameters/${name}`
    }
  }
  return shared
}

/** Removes components that nothing refers to. */
function onlyUsed(paths: OpenApi['paths'], all: OpenApi['components']): OpenApi['components'] {
  const used: OpenApi['components'] = { securitySchemes: all['securitySchemes'] ?? {} }
  const follow = (json: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(json).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      const part = all[kind]?.[name]
      if (part === undefined) throw new Error(`There is no component ${kind}/${name}`)
      if (used[kind]?.[name]) continue
      used[kind] = { ...used[kind], [name]: part }
      follow(part)
    }
  }
  follow(paths)
  for (const [kind, parts] of Object.entries(used))
    used[kind] = Object.fromEntries(
      Object.entries(parts).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
  return used
}
