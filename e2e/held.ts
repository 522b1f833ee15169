import type { BrowserContext, Page, Route } from '@playwright/test'

type LetGo = () => void

/** Holds back these requests. Returns a function that releases them. */
export function held(page: Page | BrowserContext, urls: string): Promise<LetGo> {
  return hold(page, urls, async (route, isFree) => {
    await isFree
    await route.fallback()
  })
}

/** Lets the server reply to these requests, and holds back the replies. Returns a function that releases them. */
export function heldReplies(page: Page | BrowserContext, urls: string): Promise<LetGo> {
  return hold(page, urls, async (route, isFree) => {
    const response = await route.fetch()
    await isFree
    await route.fulfill({ response })
  })
}

/** The server carries out the next of these requests, but its reply is lost. */
export async function loseReply(page: Page, urls: string): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(urls, lose, { times: 1 })
}

async function hold(
  page: Page | BrowserContext,
  urls: string,
  handle: (route: Route, isFree: Promise<void>) => Promise<void>,
): Promise<LetGo> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(urls, route => handle(route, promise))
  return resolve
}
