import { expect, test } from 'vitest'
import { wayIn } from './platform.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 11; K'

test.each([
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'safari'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15', 'safari'],
  [`${IPHONE} CriOS/125.0.6422.80 Mobile/15E148 Safari/604.1`, 'not-safari'],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/466.0]`, 'inside-app'],
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1 Instagram 334.0`, 'inside-app'],
  [`${ANDROID}; wv) AppleWebKit/537.36 Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'inside-app'],
  [`${ANDROID}) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`, 'menu'],
  ['Mozilla/5.0 (Android 13; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0', 'menu'],
  [`${ANDROID}) AppleWebKit/537.36 Chrome/125.0.0.0 Mobile Safari/537.36`, undefined],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', undefined],
])('%s gets the app to the home screen by: %s', (userAgent, way) => {
  expect(wayIn({ userAgent, maxTouchPoints: 5 })).toBe(way)
})
