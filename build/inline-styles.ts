import type { Plugin } from 'vite'

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g

/** Vite plugin: puts the page's own styles inline, because a request for them would delay the first paint. */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        return html.replace(LINK, (link, file: string) => {
          const asset = bundle[file]
          if (asset?.type !== 'asset') return link
          return `<style>${String(asset.source).trim()}</style><script>${knownAs(`/${file}`)}</script>`
        })
      },
    },
  }
}

/**
 * A link that loads nothing. Without it, Vite's loader would load the same styles again for the first screen. A script
 * creates it, because browsers preload the links that they find in the HTML.
 */
function knownAs(href: string): string {
  return `(function(l){l.rel="stylesheet";l.setAttribute("disabled","");l.href=${JSON.stringify(href)};document.head.appendChild(l)})(document.createElement("link"))`
}
