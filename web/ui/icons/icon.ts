import { createElement, type ReactNode, type SVGProps } from 'react'

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** In pixels, or with a unit. */
  size?: number | string
  /** The width of its lines. */
  stroke?: number | string
}

export type Icon = (props: IconProps) => ReactNode

const BOX = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24' }

/** An icon of lines, from the `d` of each of its paths. */
export const outline =
  (...paths: string[]): Icon =>
  ({ size = 24, stroke = 2, color = 'currentColor', ...rest }) =>
    draw(paths, {
      width: size,
      height: size,
      fill: 'none',
      stroke: color,
      strokeWidth: stroke,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      ...rest,
    })

/** An icon of filled areas. */
export const filled =
  (...paths: string[]): Icon =>
  ({ size = 24, stroke: _, color = 'currentColor', ...rest }) =>
    draw(paths, { width: size, height: size, fill: color, stroke: 'none', ...rest })

const draw = (paths: string[], props: SVGProps<SVGSVGElement>): ReactNode =>
  createElement('svg', { ...BOX, ...props }, ...paths.map((d) => createElement('path', { d })))
