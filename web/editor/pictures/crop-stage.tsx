import { type CSSProperties, type PointerEvent, useEffect, useId, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { type Crop, drawPart, partOf, type Shape } from './prepare-picture.ts'

type Props = {
  bitmap: ImageBitmap
  crop: Crop
  /** Whether the author can choose a shape. False for an icon, which learners see in a circle. */
  hasShapes: boolean
  onCrop(crop: Crop): void
}

const SHAPES: readonly Shape[] = ['whole', 'wide', 'four', 'square']
/** Pixels of the shown drawing; the stored picture is drawn separately. */
const SHOWN = 720
const CLOSEST = 4

/** Chooses the part of a picture: its shape, how close, and where. Dragging does what the sliders do. */
export function CropStage({ bitmap, crop, hasShapes, onCrop }: Props) {
  const t = useTranslations('pictures')
  const canvas = useRef<HTMLCanvasElement>(null)
  const part = partOf(bitmap, crop)
  const [roomX, roomY] = [bitmap.width - part.width, bitmap.height - part.height]

  useEffect(() => {
    if (canvas.current) drawPart(canvas.current, bitmap, crop, SHOWN)
  }, [bitmap, crop])

  function drag({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLCanvasElement>) {
    if (buttons === 0) return
    const scale = part.width / currentTarget.clientWidth
    const moved = (at: number, by: number, room: number) =>
      room < 1 ? at : Math.min(1, Math.max(0, at - (by * scale) / room))
    onCrop({ ...crop, x: moved(crop.x, movementX, roomX), y: moved(crop.y, movementY, roomY) })
  }

  return (
    <>
      <canvas
        ref={canvas}
        className={hasShapes ? 'crop-stage' : 'crop-stage is-round'}
        role="img"
        aria-label={t('title')}
        onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      {hasShapes && (
        <fieldset className="seg">
          <legend className="visually-hidden">{t('shape')}</legend>
          {SHAPES.map(shape => (
            <button
              key={shape}
              type="button"
              aria-pressed={shape === crop.shape}
              onClick={() => onCrop({ ...crop, shape, x: 0.5, y: 0.5 })}
            >
              {t(`shapes.${shape}`)}
            </button>
          ))}
        </fieldset>
      )}
      <Slider
        label={t('closer')}
        from={1}
        to={CLOSEST}
        value={crop.zoom}
        onChange={zoom => onCrop({ ...crop, zoom })}
      />
      {roomX >= 1 && <Slider label={t('across')} value={crop.x} onChange={x => onCrop({ ...crop, x })} />}
      {roomY >= 1 && <Slider label={t('down')} value={crop.y} onChange={y => onCrop({ ...crop, y })} />}
    </>
  )
}

type SliderProps = { label: string; from?: number; to?: number; value: number; onChange(value: number): void }

function Slider({ label, from = 0, to = 1, value, onChange }: SliderProps) {
  const id = useId()
  const format = useFormatter()
  const share = (value - from) / (to - from)
  return (
    <div className="crop-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        // A picture has no direction of reading.
        dir="ltr"
        min={from}
        max={to}
        step={0.02}
        value={value}
        aria-valuetext={format.number(share, { style: 'percent' })}
        style={{ '--v': `${share * 100}%`, '--to': 'right' } as CSSProperties}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  )
}
