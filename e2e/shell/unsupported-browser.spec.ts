import { expectNoBarrier } from '../good-screens.ts'
import { expect, test } from '../test.ts'

test('a browser that lacks one needed feature gets a warning instead of the app', async ({ page, server }) => {
  let logged: string[] = []
  let events: { name: string; params: object }[] = []
  page.on('console', message => logged.push(message.text()))
  page.on('request', request => {
    if (request.url().endsWith('/analytics/v1/events')) events.push(...request.postDataJSON().events)
  })
  await page.addInitScript(() => {
    const lacking = new URLSearchParams(location.search).get('lacking')
    if (lacking === 'Object.assign') Reflect.deleteProperty(Object, 'assign')
    if (lacking === 'findLast') Reflect.deleteProperty(Array.prototype, 'findLast')
    if (lacking === 'lookbehind')
      globalThis.RegExp = new Proxy(RegExp, {
        construct(Pattern, [source, flags]) {
          if (String(source).includes('(?<=')) throw new SyntaxError('Invalid regular expression')
          return new Pattern(source, flags)
        },
      })
  })
  for (const lacking of ['Object.assign', 'findLast', 'lookbehind'])
    await test.step(lacking, async () => {
      logged = []
      events = []
      await page.goto(`${server.origin}/?lacking=${lacking}`)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('هذا المتصفّح قديم')
      await expect(page.getByRole('heading', { level: 2 })).toHaveText('This browser is too old')
      await expect(page.locator('#root')).toBeEmpty()
      expect(logged).toContain('Invalid browser')
      expect(events).toMatchObject([{ name: 'page_view', params: { screen_name: 'browser-warning' } }])
      if (lacking !== 'Object.assign') await expectNoBarrier(page, 'old browser')
    })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what is missing, in both languages', async ({ page, server }) => {
    await page.goto(server.origin)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('لغة JavaScript متوقفة في هذا المتصفّح')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('JavaScript is off in this browser')
  })
})
