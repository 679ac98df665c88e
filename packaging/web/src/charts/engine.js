// The parts of Apache ECharts that are drawn with, and nothing else.
import * as echarts from "echarts/core";
import {
  BarChart, CustomChart, FunnelChart, HeatmapChart, LineChart, MapChart, PieChart, SankeyChart, ScatterChart,
} from "echarts/charts";
import {
  DataZoomInsideComponent, GeoComponent, GraphicComponent, GridComponent, LegendPlainComponent, LegendScrollComponent, MarkAreaComponent,
  MarkLineComponent, TitleComponent, TooltipComponent, VisualMapContinuousComponent,
} from "echarts/components";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";

echarts.use([
  BarChart, CustomChart, FunnelChart, HeatmapChart, LineChart, MapChart, PieChart, SankeyChart, ScatterChart,
  DataZoomInsideComponent, GeoComponent, GraphicComponent, GridComponent, LegendPlainComponent, LegendScrollComponent, MarkAreaComponent,
  MarkLineComponent, TitleComponent, TooltipComponent, VisualMapContinuousComponent, CanvasRenderer, SVGRenderer,
]);

export const registerMap = echarts.registerMap;

export function start(element, [width, height], settings = {}) {
  return echarts.init(element, null, { renderer: "canvas", width, height, ...settings });
}
