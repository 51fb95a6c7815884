declare module 'virtual:index-chart' {
  const chart: import('./chart').IndexChart
  export default chart
}
