import { basename } from 'node:path'
import { type Plugin, parseSync } from 'vite'

const CLIENT = 'react-dom-client.production.js'

/** Functions of React DOM that this app does not need. React calls only those that have a body here. */
const unused: Record<string, Record<string, string>> = {
  // Takes over markup that a server rendered. Ours is a picture of the first screen, which React replaces.
  hydration: {
    ...nothing('accumulateOrCreateContinuousQueuedReplayableEvent', 'attemptExplicitHydrationTarget'),
    ...nothing('attemptReplayContinuousQueuedEvent', 'canHydrateHydrationBoundary', 'canHydrateInstance'),
    ...nothing('canHydrateTextInstance', 'clearHydrationBoundary', 'clearIfContinuousEvent', 'getNextHydratable'),
    ...nothing('prepareToHydrateHostInstance', 'queueHydrationError', 'queueIfContinuousEvent'),
    ...nothing('replayUnblockedEvents', 'retryIfBlockedOn', 'retrySuspenseComponentWithoutHydrating'),
    ...nothing('scheduleCallbackIfUnblocked', 'throwOnHydrationMismatch'),
    ...nothing('hideOrUnhideDehydratedBoundary', 'popTreeContext', 'pushTreeFork', 'pushTreeId'),
    ...nothing('registerSuspenseInstanceRetry', 'retryDehydratedSuspenseBoundary', 'scheduleReplayQueueIfNeeded'),
    getParentHydrationBoundary: 'return null',
    popHydrationState: 'return false',
  },
  // Activity and SuspenseList.
  lists: nothing(
    'cutOffTailIfNeeded',
    'findFirstSuspended',
    'initSuspenseListRenderState',
    'updateActivityComponent',
    'updateSuspenseListComponent',
  ),
  // Functions as the action of a form.
  formActions: {
    ...nothing('actionStateReducer', 'dispatchActionState', 'mountActionState', 'onActionError', 'onActionSuccess'),
    ...nothing('rerenderActionState', 'runActionStateAction', 'startHostTransition', 'updateActionState'),
    ...nothing('updateActionStateImpl'),
  },
  // Elements of the page's head in a component: title, meta, link, style and script.
  head: {
    ...nothing(
      'acquireResource',
      'estimateBandwidth',
      'getHydratableHoistableCache',
      'getResource',
      'insertStylesheet',
    ),
    ...nothing('insertStylesheetIntoRoot', 'insertSuspendedStylesheets', 'mountHoistable', 'onUnsuspend'),
    ...nothing('preinitModuleScript', 'preinitScript', 'preinitStyle', 'preload', 'preloadModule', 'preloadStylesheet'),
    ...nothing('preconnectAs', 'suspendResource'),
    isHostHoistableType: 'return false',
    waitForCommitToBeReady: 'return null',
  },
  // html, head and body as components.
  singletons: nothing('releaseSingletonInstance', 'resolveSingletonInstance'),
  // The hooks useTransition, useOptimistic and useDeferredValue, and a transition that is a promise.
  transitions: {
    ...nothing('defaultOnDefaultTransitionIndicator', 'dispatchOptimisticSetState', 'entangleAsyncAction'),
    ...nothing('mountDeferredValueImpl', 'startTransition', 'updateDeferredValueImpl', 'updateOptimisticImpl'),
  },
  // The caches of server components and of React's compiler.
  caches: nothing('refreshCache', 'useMemoCache'),
  // onSelect, onBeforeInput and onComposition….
  events: nothing(
    'constructSelectEvent',
    'getFallbackBeforeInputChars',
    'getNativeBeforeInputChars',
    'isFallbackCompositionEnd',
  ),
  findDomNode: nothing('findCurrentFiberUsingSlowPath', 'findCurrentHostFiberImpl'),
  // Only for the error message about something that is not an element.
  names: nothing('getComponentNameFromType'),
  customElements: nothing('setPropOnCustomElement'),
  // The stack of components that an error boundary may ask for.
  componentStacks: { getStackByFiberInDevAndProd: "return ''" },
}

/** Exports that nothing imports. */
const unusedExports: Record<string, string[]> = {
  'react.production.js': ['Children', 'PureComponent', 'cache', 'cacheSignal', 'createRef', 'forwardRef'].concat(
    ['unstable_useCacheRefresh', 'useActionState', 'useDeferredValue', 'useInsertionEffect', 'useOptimistic'],
    ['useDebugValue', 'useTransition', '__COMPILER_RUNTIME'],
  ),
  'scheduler.production.js': [
    'unstable_forceFrameRate',
    'unstable_next',
    'unstable_runWithPriority',
    'unstable_wrapCallback',
  ],
  'react-dom.production.js': [
    'preconnect',
    'prefetchDNS',
    'preinit',
    'preinitModule',
    'preload',
    'preloadModule',
  ].concat(['requestFormReset', 'unstable_batchedUpdates', 'useFormState', 'useFormStatus']),
}

function nothing(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, '']))
}

/**
 * Vite plugin: removes these parts, 10 KB (brotli) of the 52 of React. A newer React without one of them stops the
 * build. web/rules.test.ts fails if a component needs one.
 */
export function stripReact(): Plugin {
  return {
    name: 'strip-react',
    enforce: 'pre',
    transform: {
      filter: { id: /\/node_modules\/(react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/ },
      handler(code, id) {
        const file = basename(id)
        return file === CLIENT ? withoutUnused(code) : withoutExports(code, unusedExports[file] ?? [])
      },
    },
  }
}

export function withoutUnused(code: string): string {
  const left: Record<string, string> = Object.assign({}, ...Object.values(unused))
  let stripped = ''
  let end = 0
  for (const statement of parseSync(CLIENT, code).program.body) {
    if (statement.type !== 'FunctionDeclaration' || !statement.body) continue
    const { name = '' } = statement.id ?? {}
    const body = left[name]
    if (body === undefined) continue
    stripped += `${code.slice(end, statement.body.start)}{${body}}`
    end = statement.body.end
    delete left[name]
  }
  stopIfMissing(Object.keys(left))
  return stripped + code.slice(end)
}

export function withoutExports(code: string, names: readonly string[]): string {
  const left = new Set(names)
  let stripped = ''
  let end = 0
  for (const statement of parseSync('react.js', code).program.body) {
    const [, name = ''] = /^exports\.(\w+) =/.exec(code.slice(statement.start, statement.end)) ?? []
    if (!left.delete(name)) continue
    stripped += code.slice(end, statement.start)
    end = statement.end
  }
  stopIfMissing([...left])
  return stripped + code.slice(end)
}

function stopIfMissing(names: string[]): void {
  if (names.length > 0) throw new Error(`React has no ${names.join(', ')} (build/strip-react.ts)`)
}
