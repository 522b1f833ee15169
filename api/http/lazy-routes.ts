import type { RouteOptions } from 'fastify'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import type { Auth, Route } from './serve.ts'

/**
 * Routes whose code is loaded with the first call of any of them, because most servers seldom need it. `load` makes the
 * route of each endpoint.
 */
export function lazyRoutes(endpoints: readonly Endpoint[], load: () => Promise<Route[]>): Route[] {
  let loading: Promise<Map<string, RouteOptions>> | undefined
  return endpoints.map(({ method, path }) => auth => ({
    method,
    url: path,
    async handler(request, reply) {
      // If loading failed, the next call tries again: the process may have had too many open files at that moment.
      loading ??= load()
        .then(routes => routesFor(endpoints, routes, auth))
        .catch(error => {
          loading = undefined
          throw error
        })
      const { handler } = (await loading).get(`${method} ${path}`) as RouteOptions
      return handler.call(this, request, reply)
    },
  }))
}

/** Routes by method and path. Throws with the names of those that are missing, unknown or more than a handler. */
function routesFor(endpoints: readonly Endpoint[], routes: readonly Route[], auth: Auth): Map<string, RouteOptions> {
  const wanted = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
  const found = new Map(routes.map(route => route(auth)).map(route => [`${route.method} ${route.url}`, route]))
  // `withLargeBody` belongs around the lazy route: its limit and its hook must be known before the code is loaded.
  const isWhole = ({ method: _, url: __, handler: ___, ...more }: RouteOptions) => Object.keys(more).length === 0
  const wrong = [
    ...[...wanted].filter(name => !found.has(name)),
    ...[...found].filter(([name, route]) => !wanted.has(name) || !isWhole(route)).map(([name]) => name),
  ]
  if (wrong.length > 0) throw new Error(`cannot be lazy routes: ${wrong.join(', ')}`)
  return found
}
