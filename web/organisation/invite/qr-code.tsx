import { encode } from 'uqr'

export function QrCode({ link, label }: { link: string; label: string }) {
  const { size, data } = encode(link, { border: 2 })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <span className="qr">
      <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
        <path d={dots.join('')} />
      </svg>
    </span>
  )
}
